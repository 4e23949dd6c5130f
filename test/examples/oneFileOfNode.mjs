/** What `hullstorm.min.js` exports, for Node. */
export * from 'hullstorm';
export * from 'hullstorm/dynamics';
