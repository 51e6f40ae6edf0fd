/** Custom values of every record: written, shown, refused (v2 §2.1 rule 5, v1 §2.3). */
import rules from './customs.json';
import { holdAll } from './support/rules';

holdAll(rules);
