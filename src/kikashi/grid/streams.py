"""The streams that carry, and who reads them. Everything else about a message is ours."""

from __future__ import annotations

from nats.aio.client import Client
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DeliverPolicy,
    DiscardPolicy,
    RetentionPolicy,
    StreamConfig,
)
from nats.js.errors import NotFoundError

from kikashi.grid import wire

CONSUMER = "coordinator"
ACK_WAIT = 5.0
"""Seconds after which the coordinator is told again what it has not yet written to the ledger."""


async def make_streams(client: Client) -> None:
    """The streams, and the coordinator's consumers of what comes in; as they are, if they are."""
    js = client.jetstream()
    for name, subjects in wire.STREAMS.items():
        config = StreamConfig(
            name=name,
            subjects=list(subjects),
            # Gone when acknowledged. A work queue would not let one acknowledgement stand for
            # all before it; ours are always there to be interested.
            retention=RetentionPolicy.INTEREST,
            discard=DiscardPolicy.NEW,
            discard_new_per_subject=True,
            max_msgs_per_subject=wire.TIDY,
            duplicate_window=0,
        )
        try:
            await js.stream_info(name)
        except NotFoundError:
            await js.add_stream(config)
        await js.add_consumer(
            name,
            ConsumerConfig(
                durable_name=CONSUMER,
                deliver_subject=f"grid.in.{name.lower()}",
                deliver_policy=DeliverPolicy.ALL,
                ack_policy=AckPolicy.ALL,
                ack_wait=ACK_WAIT,
                max_ack_pending=2000,
            ),
        )
