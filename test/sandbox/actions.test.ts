/** The actions of customers, deals and contacts: the rules are in actions.json. */
import rules from './actions.json';
import { holdAll } from './support/rules';

holdAll(rules);
