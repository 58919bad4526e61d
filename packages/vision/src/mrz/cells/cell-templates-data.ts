/**
 * Ink of the characters in the order of `MRZ_CHARACTERS`, one digit a pixel, written by `lab/training/src/make-templates.ts`
 * from the outlines of the OCR-B cut OCRB.
 */
export const cellTemplatesData: readonly string[] = [
  'ffffffffffgiigffffk00kffffq++qgffgv66wgffi10z1iffm7327mfgr9659rghw3nm2whhwuhgtwhgjiffikgffffffff', // A
  'fffffffffhjjihffhw432vjfj34vy6ugj3xkm2zhj4713+vgj46z19xhj3wijz2jj31qt4ziiz7550nggknnmigfffffffff', // B
  'ffffffffffgjlifffgq580kffk55y5pffp9rhmifgs8nffffgt8mfffffq9pgjhffl71t1offhu8+5mfffhnqlgfffffffff', // C
  'fffffffffgiigffffm21sifffr+57vhfgr6pv6pfgr6ml4wggr6mj3yhgr6no6uggr9z44lffo671ogffhlligffffffffff', // D
  'fffffffffgijjjhffn2332sggs8yvunggs5ojigfgs+30wjfgs91yujfgs5mhhffgs7tppkgfp6654tgfhmnnmjfffffffff', // E
  'ffffffffffhjjjhffhv553pgfi46xumffj30kigffj5+2viffj490uiffj3zigfffi3ygffffiyugffffgkjffffffffffff', // F
  'ffffffffffgkligffht460mffp70v1rghy4lhjifi2zlqrlgi20q3+zhhz3ln31igr8wq41ifjy788ugffioqnifffffffff', // G
  'fffffffffhiffihfgrvhhurggx2ii1xhgx3kk2yhgx+11+yhgx+11+yhgx3kk2yhgx2ii1xhgtxhhxugfjkggkjfffffffff', // H
  'ffffffffffijjigffix66xiffhr88shfffi11iffffh01hffffh01hffffh01ifffhp56qhffl2++2lffhlnnmhfffffffff', // I
  'ffffffffffffihfffffhwsgffffj4ygffffj5yhffffj5yhffggj5yhfgrsk5yhfhy6v8wgfgp7+5nfffgmqlgffffffffff', // J
  'fffffffffhhffhhfgsrgkvpghywmy1mfhy1z1ogfhz+5pgffhz95qgffhy0y2pgfhyxlx1oghuthkxuhfjiffikgffffffff', // K
  'fffffffffhifffffgswhffffhy4iffffhz4jffffhz4jffffhz4jffffhz4jffffhz8tqqmggu+988xhfinoonkgffffffff', // L
  'fffffffffijggjifhv1oo1wii2+xx+2jj175571jj017811jj0x23w0jj0urrt0jj0thhs0jiwqggpwigjiffijgffffffff', // M
  'fffffffffhigfhhfgtylgqshhy9uivyhhy82mvyhhy23uwyhhxxw20yhhxwn37zhhxwjw+zhhushm2vhfjifgljfffffffff', // N
  'ffffffffffhllhfffiw88xifgr9009sgh15kk51hj50hhz6jj50hhz6jh15jj42igs+xw+tgfjz++0jfffiopjffffffffff', // O
  'fffffffffgjjihffgq221vkfgw6ww4xhgw1kjx2jgw6vv4xhgx+42xlfgw3njhffgw1iffffgswhfffffijgffffffffffff', // P
  'ffffffffffhkjgfffiu21qgfgr3vy2mfhyyil2sgi1vjkzvgi0xuy3vghx1t79rggo318+sgfhpxx0vhffghhjkgffffffff', // Q
  'fffffffffgijigfffo120tifgt6xy5sggt3ll2vggt6wx4pggt+7+xifgt4s4xhfgt2lt4ofgqyjjysgfikggjjfffffffff', // R
  'ffffffffffhllifffjx77zjfgr+0y6qfgs+tkokffl39zngffglw76nffkoiq9vggs6tu9ugfl3992lffgkppjgfffffffff', // S
  'fffffffffijkkkifhv5775vhgpx++xpgfgi22jgfffh12iffffh12iffffh12iffffh12iffffhwxhfffffjkfffffffffff', // T
  'fffffffffihffhifhvuggtwhi31hh04ii31hh04ii31hh04ii31hh04ii32ii14ihy8ss8zhfn4++5nffgkpqkgfffffffff', // U
  'fffffffffihffhifhurggqvihy0iizzhgt4ll4ugfn5qq5offj3xw3kffhy44yhffgs++sgfffm55mffffgmmgffffffffff', // V
  'fffffffffhhffghfhtoggouiiztggt0iizviivzihyyvvyyhhw3774xhgu9++9vggr+43+sgfn2ut2nffhliilhfffffffff', // W
  'fffffffffhiffihfgqwjiwqgfp5ss5pgfiy65zifffo++pgfffo9+pfffiy66yiffo5tt5pggszjjytgfjjggjjfffffffff', // X
  'fffffffffhiffhhfgrwiivrggq5rr5qgfj0541jffgp++qgfffi23jffffhz0hffffhz0hffffhvwhfffffjjfffffffffff', // Y
  'fffffffffhjjjigfgo2561kffluy+6kfffgp7ugfffiz4lffffp7ugfffi04lffffp+3rpjfgs9975qgfinnnnifffffffff', // Z
  'ffghhgfffhr00rhfgr9659rgh15ll41hj5zhgy5jj6xggw6kj6yggx7ki41hh05jhy8ss8yhfm49+5nffgkpqlgfffffffff', // 0
  'fffggfffffhrujfffiv9+offgp448offfkor6offffgo6offfffo6offfffo6offfffo6offfffm1mfffffhlhffffffffff', // 1
  'ffghhgfffku0zqhfgt5358qgfkmin6xgfffgp7vgffis63mffiw80mgfgq8wjgffgx+vqpkfgu9886sgfinnnnjfffffffff', // 2
  'fgggggffgouvvulfhs128+sgfhjq51kfffk28qgfffl171mfffgjo3xhffffiy0ignpns4vghu454ykffjnpniffffffffff', // 3
  'ffffgfffffgmpgffffiywhfffgp4pgfffiy0khfffo3rqrhfhx4rz2lfiz749+vhgmqr24ngfffhtwhfffffijffffffffff', // 4
  'ffggggfffjtwwukffp9630mffr8sljgfgr+4xngfflwz43lfffgho6sgfffgn6tgfinr25mfgq462pgffjpnjgffffffffff', // 5
  'ffffggfffffiqlffffhu3offfgr4uhfffl58wnhfgu+533pgi01mm0zii1whhv1jhx2qp2xhfm0440mffgjnnjgfffffffff', // 6
  'fggggggfgpvvvvpght224+2ifhjjr7vhfffk12lfffhv5ogfffl4vhffffq5nffffgt4kffffgryifffffikgfffffffffff', // 7
  'ffggggfffhovwohffo3113ofgs4po4tgfn4114offk1++2kfgt4ut4tgi0xiix0ihy1pp1yign0441ogfgjookgfffffffff', // 8
  'fffghgfffhowwphfgp4214rghz0lkz0ii1xhhv2jhv4ts4zifkx49+rgffiq60jfffjy3ngfffo0qgffffikgfffffffffff', // 9
  'fffffffffffffghffffgktshffho14sgfjv51ohfhw+zlgffgr63qhfffhnz5wkffffjt3vhffffhmmgffffffffffffffff', // <
];
