import { dealLife } from './life/deal';
import { tellLife } from './life/tell';

tellLife('deal', 'a deal', dealLife);
