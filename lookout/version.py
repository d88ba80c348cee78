"""The version, in the one place that the package's own data is made from."""

from typing import Final

VERSION: Final = "0.1.0"
