RECORDS = {}
from mex import Declined
def read_records(reader, claims): raise Declined("automata")
