def ((((
