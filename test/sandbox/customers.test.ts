/** Customers: creates, updates, deletes, associations and searches by word. */
import rules from './customers.json';
import { holdAll } from './support/rules';

holdAll(rules);
