/** MKPACKAGEDOC: a book of entries. */
@Deprecated
package org.example.ledger;
