/** Deals: creates, updates, product details, related customers, bulk calls, contacts. */
import rules from './deals.json';
import { holdAll } from './support/rules';

holdAll(rules);
