/** One process of the million: does the tasks it is sent, one after the other. */
import { runTask, type Task } from './task.ts';

process.on('message', (task: Task) => {
  process.send!(runTask(task));
});
