from functools import cached_property


class Temperature:
    @property
    def celsius(self) -> float:
        """Degrees Celsius.

        Raises:
            ValueError: On setting, below absolute zero.
        """
        return self._celsius

    @celsius.setter
    def celsius(self, value: float) -> None:
        if value < -273.15:
            raise ValueError("below absolute zero")
        self._celsius = value

    @celsius.deleter
    def celsius(self) -> None:
        del self._celsius

    @cached_property
    def kelvin(self) -> float:
        return self.celsius + 273.15

    def _get_raw(self):
        return 0

    raw = property(_get_raw, doc="The raw reading.")
