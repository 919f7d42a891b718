"""The studio: the web server behind the page in `web/`. It knows no rules; it asks the laws."""

from kikashi.studio.app import create_app

__all__ = ["create_app"]
