/** Users and user groups. The seed's users 1 to 5 are of the first domain (5 in no group), 6 and 7 of the second. */
import rules from './members.json';
import { holdAll } from './support/rules';

holdAll(rules);
