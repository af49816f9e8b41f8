from shop.orders import Order, place
