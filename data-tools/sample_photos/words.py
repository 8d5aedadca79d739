"""What is written about the sample photos: titles, keywords, people and ratings. The people do not exist."""

from PIL import Image

ADA, MATEUS, KENJI, NOOR = "Ada Lindqvist", "Mateus Rocha", "森 健二", "نور حداد"

# By file: a title, keywords, paths of keywords, people, and a number of stars.
WORDS = {
    "2013-fiji/rainbow-reef.jpg": ("Rainbow Reef", ["reef", "fish", "diving"], ["Nature|Sea|Reef"], [ADA], 4),
    "2013-fiji/taveuni-beach.jpg": (None, ["beach", "palm"], ["Nature|Sea|Beach"], [], 3),
    "2014-antarctica/penguins.jpg": ("Penguins on the ice", ["penguin", "ice"], ["Nature|Animals|Penguin"], [], 5),
    "2015-china/great-wall.jpg": ("万里长城", ["长城", "wall", "autumn"], [], [KENJI], 4),
    "2015-namibia/dunes.jpg": (None, ["desert", "dune"], ["Nature|Desert"], [], 4),
    "2016-bavaria/neuschwanstein.jpg": ("Schloss Neuschwanstein", ["castle", "Schloß"], ["Buildings|Castle"], [ADA], 4),
    "2016-norway/geirangerfjord.jpg": (None, ["fjord", "Norge", "ferry"], ["Nature|Sea|Fjord"], [ADA, MATEUS], 5),
    "2016-norway/northern-lights.jpg": ("Nordlys", ["aurora", "night"], ["Nature|Sky"], [], 5),
    "2017-serengeti/giraffes.jpg": (None, ["giraffe", "savanna"], ["Nature|Animals|Giraffe"], [], 2),
    "2018-california/golden-gate.jpg": (None, ["bridge", "fog"], ["Buildings|Bridge"], [ADA, MATEUS], 3),
    "2018-new-york/skyline.jpg": ("Skyline at dusk", ["city", "skyscraper"], [], [MATEUS], 4),
    "2019-india/taj-mahal.jpg": (None, ["ताज महल", "marble"], ["Buildings"], [], 4),
    "2019-nepal/boudhanath.jpg": (None, ["stupa", "prayer flags"], ["Buildings|Temple"], [KENJI], None),
    "2020-australia/opera-house.jpg": (None, ["opera", "harbour"], ["Buildings"], [], 3),
    "2021-egypt/pyramids.jpg": ("الأهرامات", ["pyramid", "الجيزة", "desert"], ["Buildings"], [NOOR], 5),
    "2021-jordan/petra.jpg": ("البتراء", ["rock", "canyon"], ["Buildings|Temple"], [NOOR, ADA], 5),
    "2022-rio/christ-the-redeemer.jpg": ("Cristo Redentor", ["estátua", "mountain"], [], [MATEUS], 4),
    "2023-london/big-ben.jpg": (None, ["clock", "Thames"], ["Buildings|Tower"], [], 1),
    "2023-paris/eiffel-tower.jpg": ("Tour Eiffel", ["tower", "été"], ["Buildings|Tower"], [ADA, KENJI], 5),
    "2024-festival/lanterns-01.jpg": ("Yi Peng", ["โคมลอย", "festival", "night"], [], [ADA], 5),
    "2024-festival/lanterns-02.jpg": (None, ["โคมลอย", "festival", "night"], [], [], -1),
    "2024-festival/lanterns-03.jpg": (None, ["โคมลอย", "festival", "night"], [], [ADA, KENJI, MATEUS], 4),
    "2025-azores/twin-lakes.jpg": ("The blue and the green lake", ["lake"], [], [ADA], 5),
    "2025-azores/hot-springs.jpg": ("Lunch comes out of the ground", [], [], [], None),
    "2025-lisbon/garlands.jpg": ("Santo António", [], [], [ADA, MATEUS], 4),
    "2025-slovenia/lake-bled.jpg": ("Bled before breakfast", ["lake"], [], [ADA], 5),
    "2025-slovenia/piran.jpg": ("The last evening", [], [], [], 4),
}


def people(file):
    """The names of the people in a photo."""
    return WORDS[file][3] if file in WORDS else []


def regions(faces, path):
    """The regions of faces, as MWG has them; each face has a name, a centre, a width and a height."""
    if not faces:
        return []
    with Image.open(path) as picture:
        wide, tall = picture.size
    # Commas and brackets separate the parts of a structure.
    listed = ",".join(
        f"{{Name={name},Type=Face,Area={{X={x:.4f},Y={y:.4f},W={w:.4f},H={h:.4f},Unit=normalized}}}}"
        for name, x, y, w, h in faces)
    size = f"{{W={wide},H={tall},Unit=pixel}}"
    return [f"-XMP-mwg-rs:RegionInfo={{AppliedToDimensions={size},RegionList=[{listed}]}}"]


def tags(file):
    """The tags of a photo, in XMP, as catalogues of photos write them."""
    if file not in WORDS:
        return []
    title, keywords, paths, people, rating = WORDS[file]
    lists = {"XMP-dc:Subject": keywords, "XMP-lr:HierarchicalSubject": paths, "XMP-iptcExt:PersonInImage": people}
    single = {"XMP-dc:Title": title, "XMP-xmp:Rating": rating}
    return [f"-{name}={value}" for name, value in single.items() if value is not None] + [
        f"-{name}={value}" for name, values in lists.items() for value in values]
