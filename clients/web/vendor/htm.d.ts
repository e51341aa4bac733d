declare const htm: {
  bind<Node>(h: (type: any, props: Record<string, any> | null, ...children: any[]) => Node): (parts: TemplateStringsArray, ...values: unknown[]) => Node;
};
export default htm;
