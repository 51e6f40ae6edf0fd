/** Bulk calls of both versions: the ids in order, all or nothing, 1,000 items (v2 §4, §8; v1 §4). */
import rules from './bulk.json';
import { holdAll } from './support/rules';

holdAll(rules);
