/** The worker of engines that have pairs, flags and distances alone, on a wide kernel. */
import { serve } from './core.web.ts';

serve();
