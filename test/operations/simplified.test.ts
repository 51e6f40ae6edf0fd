/** What Simplified and Selected Fields make of records that no sandbox shows: odd names, odd values. */
import stories from './simplified.json';
import { tell } from './support/stories';

tell(stories);

// A custom field may be called `__proto__`.
afterAll(() => expect({}).not.toHaveProperty('value'));
