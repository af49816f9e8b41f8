struct KeepLine { var keepQuantity: Int }
