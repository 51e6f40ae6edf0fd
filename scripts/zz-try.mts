import fs from 'node:fs';
import { RECORDS } from '../nodes/SalesManagement/records/index.ts';
import { meaningIn } from '../nodes/SalesManagement/records/otherNames.ts';
const f = JSON.parse(fs.readFileSync('/work/shared/formats/formats.json','utf8'));
for (const x of f) {
 const r = RECORDS.find(({id})=>id===x.kind)!;
 const inv:any={}; for(const [k,v] of Object.entries<any>(x.expect)) for(const c of [v].flat()) (inv[c]??=[]).push(k);
 const ad:any={}; (x.addresses??[]).forEach((b:any,i:number)=>b.forEach((c:any)=>ad[c]='A'+i));
 const out:string[]=[];
 for (const h of x.header) { if(h==='') continue;
  const m:any = meaningIn(r,h);
  const label = r.fields.find((q:any)=>[q.key,q.label].some((n:string)=>n.toLowerCase()===h.toLowerCase()) && (q.writableIn===undefined||q.writableIn.length));
  const got = label ? label.key : m?.fields?.join('|') ?? m?.part?.of+'.'+m?.part?.kind+'['+m?.part?.block+']' ;
  const g = label ? label.key : m===undefined?'': m.fields? m.fields.join('|') : m.reference ? m.reference : m.part.of==='name'? m.part.kind : 'A['+m.part.block+'.'+m.part.kind+']';
  const e = inv[h]?.[0] ?? (ad[h]? ad[h] : '');
  const ok = e===g || (e[0]==='A' && g[0]==='A') || (e.startsWith('A')&&g==='address')|| (e==='customer'&&g==='customers') ||(e==='address'&&g[0]==='A');
  if(!ok) out.push(`${h}: expected ${e||'-'} got ${g||'-'}`);
 }
 console.log((out.length?'## ':'ok ')+x.kind+' '+x.format+(out.length?'\n   '+out.join('\n   '):''));
}
