"""A worker that empties its queues and ends at once."""

from rq.serializers import JSONSerializer

from service.store.queue import TASK_FUNCTION, SafeJob
from service.workers.main import LiveWorker


class BurstWorker(LiveWorker):
    """The worker of the service, except that it listens for no commands: RQ takes up to a second to stop listening,
    after every burst.
    """

    def __init__(self, queues, client, job_class):
        super().__init__(queues, connection=client, serializer=JSONSerializer, job_class=job_class)

    def subscribe(self):
        """Called when the work begins."""

    def empty_queues(self, **options):
        return self.work(burst=True, logging_level="CRITICAL", **options)


def work_on_task(task_id, call, chain):
    """What the job of a slice does, here and now."""
    SafeJob.functions[TASK_FUNCTION](task_id, call, chain)
