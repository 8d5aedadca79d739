// The requests and responses of this module use the types of these.
@_exported public import Geography
@_exported public import PhotoFacts

@_exported public import enum JSON.JSONValue
@_exported public import struct JSON.InputProblem
