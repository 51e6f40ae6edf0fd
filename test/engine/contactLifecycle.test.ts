import { contactScenario } from './support/scenarios/contactScenario';
import { runScenario } from './support/scenarios/runScenario';

runScenario('contact', 'a contact', contactScenario);
