"""What stands between the network and the application: one HTTP and websocket server.

lookout_server.py is the way in. It imports daphne.server before anything else of Twisted, which
installs the asyncio reactor; timers that got another one would never fire.

Importing the package decides what its libraries load: neither of these two is of use on loopback,
and without them a start takes 50 ms of processor time and 7 MB less (twisted and autobahn 26.10).
"""

import os
import sys

# Autobahn's compiled validator of UTF-8 brings cffi and pycparser; a page sends 4 KB at most.
os.environ.setdefault("AUTOBAHN_USE_NVX", "0")
# Twisted then leaves pyOpenSSL and cryptography alone: nothing here speaks TLS.
sys.modules.setdefault("OpenSSL", None)  # type: ignore[arg-type]  # how Python marks a module as absent
