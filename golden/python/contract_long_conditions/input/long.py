def settle(order, customer, warehouse, calendar):
    if order.state == "open" and customer.country in warehouse.countries_that_are_served_today:
        if calendar.is_open(order.day) and not calendar.is_closed_for_stocktaking(order.day):
            for line in order.lines_that_have_not_been_settled_yet:
                if line.amount > customer.remaining_credit_of_this_month:
                    raise OverflowError("credit")
