doc-documents = Documents
doc-on-this-page = On this page
doc-table = Table { $n }
