class Seventh:
	def get(self):
		"""Indented by tabs.

		Twice.
		"""
		return 1
