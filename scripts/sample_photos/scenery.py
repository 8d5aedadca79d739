"""What makes a function a scene: its picture size, kept beside the drawing that was composed for it."""


def scene(width, height):
    """Marks a drawing function with the size of its finished picture."""

    def mark(draw):
        draw.size = (width, height)
        return draw

    return mark
