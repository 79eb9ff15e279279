"""One browser session: acting in the step language, finding elements, observing, and staying inside the scope."""
