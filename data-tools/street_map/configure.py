"""Writes tilemaker's configuration for one map: Debian's example for the OpenMapTiles schema, with a sea, and with
names in several languages.

    configure.py EXAMPLES WORK SEA.shp LANGUAGES NAME"""

import json
import sys
from pathlib import Path

# Replaces the example's Lua function, which writes only one name.
NAMES = """
local languages = { %s }
function SetNameAttributes(obj)
  local name = obj:Find("name")
  obj:Attribute("name", name)
  local latin = obj:Find("int_name")
  if latin == "" then latin = obj:Find("name:en") end
  if latin ~= "" and latin ~= name then obj:Attribute("name:latin", latin) end
  for _, language in ipairs(languages) do
    local own = obj:Find("name:" .. language)
    if own ~= "" and own ~= name then obj:Attribute("name:" .. language, own) end
  end
end
"""


def main() -> None:
    examples, work, sea, languages, name = (*map(Path, sys.argv[1:3]), *sys.argv[3:6])
    config = json.loads((examples / "config-openmaptiles.json").read_text())
    # Of the layers from further files, only the sea is needed.
    config["layers"] = {key: layer for key, layer in config["layers"].items() if "source" not in layer or key == "ocean"}
    if sea:
        # The coast is simplified only below zoom 12, so that streets do not run into the sea.
        config["layers"]["ocean"].update(source=str(Path(sea).resolve()), simplify_below=12)
    else:
        del config["layers"]["ocean"]
    config["settings"].update(name=name, description="Streets from OpenStreetMap", include_ids=False)
    config["settings"]["filemetadata"] = {"format": "pbf"}
    (work / "config.json").write_text(json.dumps(config))
    listed = ", ".join(json.dumps(language) for language in languages.split(",") if language)
    process = (examples / "process-openmaptiles.lua").read_text()
    (work / "process.lua").write_text(process + NAMES % listed)


main()
