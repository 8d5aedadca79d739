"""Marks functions as scenes, with the size of the picture that each was composed for."""


def scene(width, height):
    """Marks a drawing function with the size of its finished picture."""

    def mark(draw):
        draw.size = (width, height)
        return draw

    return mark
