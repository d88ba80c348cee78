"""What stands between the network and the application: one HTTP and websocket server."""
