from service import Service

service = Service.connect("x")
for row in service.rows():
    row.amount.halve()
