import { dropTask, finishTask, reopenTask, type TaskView } from '../../../contracts/work/task.contract.ts';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toast } from '../feedback/toast.tsx';

/** Closes tasks with the offer to undo it, and opens them again. */
export function useTaskActs() {
  const onError = (error: unknown) => toast.error(error);
  const finish = useEndpointMutation(finishTask, { onError });
  const drop = useEndpointMutation(dropTask, { onError });
  const again = useEndpointMutation(reopenTask, { onError });
  const of = ({ id }: Pick<TaskView, 'id'>) => ({ params: { taskID: id }, body: {} });
  const reopen = (task: TaskView) => again.mutateAsync(of(task));
  const closed = (words: string) => (task: TaskView) =>
    // A request of a customer, which was closed with its task, cannot be opened again.
    task.mayReopen
      ? toast.undo(`${task.title}: ${words}`, () => reopen(task))
      : toast.success(`${task.title}: ${words}`);
  return {
    finish: (task: TaskView) => finish.mutate(of(task), { onSuccess: closed('done') }),
    drop: (task: TaskView) => drop.mutate(of(task), { onSuccess: closed('dropped') }),
    reopen: (task: TaskView) => again.mutate(of(task)),
    isPending: finish.isPending || drop.isPending || again.isPending,
  };
}
