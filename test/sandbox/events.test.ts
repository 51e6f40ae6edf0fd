/** Whom a call notifies, and what the audit log holds (v2 §6, §4 skipNotice). */
import rules from './events.json';
import { holdAll } from './support/rules';

holdAll(rules);
