"""Where evidence is kept: stores, manifests, uploads, and what must not leave a session."""
