from shapes import Square

square = Square(2)
square.area()
square.describe()
square.move(1, 2)
