"""The real servers of this machine, in home folders of the tests' own."""

from tests.support.servers import s3_server

__all__ = ["s3_server"]
