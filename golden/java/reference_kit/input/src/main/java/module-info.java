/** MKMODULEDOC */
open module org.example.mkmodule {
    requires transitive java.logging;
    exports org.example.ledger;
    uses java.util.function.Supplier;
}
