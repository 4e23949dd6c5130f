/** `hullstorm/core/worker` of Node: that of browsers, in their scope. */
import './webScope.node.ts';

export * from './core.web.ts';
