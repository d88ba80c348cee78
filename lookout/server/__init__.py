"""What stands between the network and the application: one HTTP and websocket server.

lookout_server.py is the way in. It imports daphne.server before anything else of Twisted, which
installs the asyncio reactor; timers that got another one would never fire.
"""
