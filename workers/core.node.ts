/**
 * `hullstorm/core/worker` of Node: that of browsers, in their scope.
 * @module hullstorm/core/worker
 */
import './webScope.node.ts';

export * from './core.web.ts';
