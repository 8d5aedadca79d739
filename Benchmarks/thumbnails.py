"""thumbnails: previews of 12-megapixel JPEGs, against vipsthumbnail given many files at once."""


def measure(settings):
    pass
