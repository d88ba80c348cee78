"""The benchmark: speed and cost of the whole product, on a home that it makes itself."""
