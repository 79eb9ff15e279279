"""Bug bashes against web apps: charters in, one verdict and one report out."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("bugbash")
except PackageNotFoundError:  # run from a checkout that is not installed
    __version__ = "0+unknown"
