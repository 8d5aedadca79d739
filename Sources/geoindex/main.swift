print("geoindex")
