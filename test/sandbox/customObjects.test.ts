/** Custom objects: their fields, associations, lists and bulk calls (v2 §2.8, §4.11). */
import rules from './customObjects.json';
import { holdAll } from './support/rules';

holdAll(rules);
