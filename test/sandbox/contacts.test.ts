/** Contacts: what they hold, are found by, and take. */
import rules from './contacts.json';
import { holdAll } from './support/rules';

holdAll(rules);
