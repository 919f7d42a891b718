"""Run by alembic: applies the versions to the connection that the store hands over."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    render_as_batch=True,
    version_table="studio_version",
)
with context.begin_transaction():
    context.run_migrations()
