"""A small web shop to explore and test, clean unless bugs are switched on.

Accounts: a shopper `amy@example.test` with the password `tulip-Field-27`, and a staff user
`sam@example.test` with `copper-Kettle-41` (SHOP_PASSWORD and SHOP_STAFF_PASSWORD replace them).
"""
