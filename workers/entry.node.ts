/** The worker of Node: that of browsers, in their scope. Node sends an event for every death: it takes no lock. */
import './webScope.node.ts';
import './entry.web.ts';
