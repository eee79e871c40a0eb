// Passwords that lists of leaked ones have again and again, and those that people here choose first. All in lower case, 8 characters or more.
const lines: readonly string[] = [
  // The word itself.
  'password passw0rd p@ssword p@ssw0rd pa55word pa55w0rd password1 password2 password3 password12 password123 password1234 password! password@123',
  'password01 password11 password99 passwords mypassword newpassword thepassword nopassword passwort password@1 pass@123 pass@1234 pass1234 pass12345',
  'passpass passcode passw0rd1 passw0rd! p@ssword1 p@ssw0rd1 p@ssw0rd123 pass@word1',
  // Keyboard walks.
  'qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyqwerty qwerty@123 qwertzui qwertzuiop azertyuiop asdfghjk asdfghjkl',
  'asdf1234 asdfasdf asdfqwer asdfjkl; zxcvbnm1 zxcvbnm123 zxcvzxcv zxcvasdf 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx !qaz2wsx 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y',
  'q1w2e3r4 q1w2e3r4t5 qazwsxedc qazwsx123 qazxswedc wsxedcrfv poiuytrewq lkjhgfdsa mnbvcxz1 1234qwer qwer1234 qweasdzxc qweqweqwe qwe12345 abcd1234',
  'abcd12345 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 a12345678 a123456789 abc12345 abc123456 abcabc123 abc@1234 abcd@1234 xyz12345 asd12345 zaq12wsx',
  'zaq1zaq1 zaq!2wsx',
  // Numbers.
  '12341234 12121212 12312312 123123123 123321123 12344321 123454321 11223344 1122334455 112233445566 11112222 22223333 55556666 77778888 10101010',
  '10203040 102030405060 20202020 13131313 69696969 78787878 87654321 987654321 9876543210 0987654321 01234567 0123456789 12345678a 12345678q 123456789a',
  '123456789q 123456789z 1234567890a 1234567890q 1234567891 12345678910 123456987 147258369 159753456 159357456 741852963 789456123 789456123a 321321321',
  '456456456 789789789 147147147 123654789 314159265 31415926 00000001 00001111 99998888 19801980 19901990 20002000 20102010 20202021 20242024 20252025',
  '20262026',
  // People and feelings.
  'iloveyou iloveyou1 iloveyou2 iloveyou123 ilovegod iloveme1 iloveindia loveyou1 lovelove lovely123 loveforever mylove123 sweetheart sweety123 babygirl',
  'babygirl1 princess princess1 princess123 prince123 beautiful beautiful1 butterfly butterfly1 sunshine sunshine1 chocolate chocolate1 friends1',
  'friendship forever1 forever21 happiness happy123 smile123 angel123 angels123 jennifer jennifer1 michelle michelle1 jessica1 danielle victoria',
  'charlotte elizabeth alexander alexandra benjamin jonathan christopher nicholas samantha stephanie margaret veronica patricia jasmine1 michael1',
  'anthony1 william1 daniel123 joseph123 thomas123 robert123 charlie1 charlie123 jordan23 jordan123 ashley123 maggie123 george123 hannah123 andrew123',
  // Sport, animals, stories.
  'football football1 football123 baseball baseball1 basketball basketball1 softball volleyball swimming liverpool liverpool1 liverpool123 manchester',
  'manutd123 arsenal1 arsenal123 chelsea1 chelsea123 barcelona barcelona1 realmadrid juventus yankees1 lakers24 cowboys1 steelers eagles123 superman',
  'superman1 superman123 batman123 spiderman spiderman1 ironman123 starwars starwars1 pokemon1 pokemon123 pikachu1 dragon12 dragon123 dragonball monkey12',
  'monkey123 tiger123 tigger123 lion1234 dolphin1 dolphins elephant panther1 scorpion spartan117 warrior1 champion champion1 mustang1 corvette ferrari1',
  'porsche1 mercedes harley123 yamaha123 kawasaki nintendo playstation minecraft fortnite callofduty counterstrike matrix123 blink182 metallica nirvana1',
  'eminem123 rockstar rockstar1',
  // Machines and offices.
  'computer computer1 computer123 internet internet1 microsoft microsoft1 windows1 windows7 windows10 google123 facebook facebook1 facebook123 whatsapp',
  'instagram linkedin youtube1 samsung1 samsung123 iphone123 android1 welcome1 welcome2 welcome12 welcome123 welcome1234 welcome@1 welcome@123 admin123',
  'admin1234 admin12345 admin@123 admin@1234 adminadmin administrator administrator1 superadmin root1234 rootroot toor1234 master123 masterkey letmein1',
  'letmein12 letmein123 letmein! access14 changeme changeme1 changeme123 changeit default1 default123 temp1234 temp@123 temporary guest123 guestguest',
  'user1234 username test1234 test12345 test@123 testtest testing1 testing123 secret123 secret1234 topsecret login123 login1234 manager1 manager123',
  'system123 server123 oracle123 database office123 company1 company123 business money123 trading1 trading123 trader123 tradepost tradepost1 tradepost123',
  'stockmarket investor investor1 sharemarket nifty500 sensex123 demat123 zerodha123 whatever whatever1 trustno1 trustnoone blahblah nothing1 something',
  'killer123 hello123 hello1234 hellohello helloworld hello@123 goodluck goodmorning freedom1 freedom123 thunder1 shadow12 shadow123 phoenix1 diamond1',
  'diamonds silver123 golden123 orange123 purple123 yellow123 midnight november december september february summer123 summer2024 summer2025 summer2026',
  'winter123 winter2025 spring2025 autumn2025 monday123 friday123 january1',
  // India.
  'india123 india1234 india@123 india@1234 indian123 iamindian incredibleindia bharat123 bharat@123 bharatmata hindustan hindustan1 jaihind1 jaihind123',
  'vandemataram krishna1 krishna123 krishna@123 harekrishna radhakrishna radhekrishna radheradhe jaishriram jaishreeram jaimatadi omnamahshivaya',
  'omnamashivaya mahadev1 mahadev123 harharmahadev omsairam omsairam1 omsai123 sairam123 saibaba1 saibaba123 ganesha1 ganesh123 ganpati1 shivshiv',
  'hanuman1 hanuman123 bajrangbali lakshmi1 lakshmi123 saraswati durgamaa waheguru waheguru1 satnamwaheguru bismillah bismillah786 allah786 inshallah',
  '786786786 mumbai123 mumbai@123 delhi123 delhi@123 bangalore bangalore1 bengaluru chennai1 chennai123 kolkata1 kolkata123 hyderabad hyderabad1 pune1234',
  'punjab123 gujarat1 rajasthan kerala123 tamilnadu maharashtra sachin10 sachin123 tendulkar msdhoni7 dhoni007 dhoni123 virat018 viratkohli kohli018',
  'rohit045 cricket1 cricket123 rahul123 rahul@123 rohit123 amit1234 anil1234 sunil123 suresh123 ramesh123 rajesh123 mahesh123 mukesh123 sanjay123',
  'vijay123 ajay1234 deepak123 vikas123 manish123 ashish123 pankaj123 sandeep1 sandeep123 pradeep1 pradeep123 kumar123 kumar@123 sharma123 singh123',
  'gupta123 priya123 priyanka priyanka1 pooja123 neha1234 anjali123 kavita123 sunita123 nisha123 ankit123 abhishek abhishek1 abhishek123 aishwarya',
  'kareena1 salmankhan shahrukh shahrukhkhan amitabh1 rajnikanth mummypapa papamummy maapapa1 mummy123 ilovemom ilovedad',
];

const common = new Set(lines.flatMap((line) => line.split(' ')));
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', '1234567890', 'qwertyuiopasdfghjklzxcvbnm', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const straight = rows.flatMap((row) => [row, [...row].toReversed().join('')]).map((row) => row + row);

/** The password without the digits and marks that people add at the end, with the usual letters for look-alikes. */
const plainWord = (password: string): string =>
  password
    .replace(/[\d\W_]+$/, '')
    .replaceAll('@', 'a')
    .replaceAll('0', 'o')
    .replaceAll('1', 'i')
    .replaceAll('3', 'e')
    .replaceAll('$', 's');

/** Whether everybody guesses it: a common password, one with other look-alikes or another tail, one repeated piece of up to two characters, or a plain run of the alphabet, the digits or the keyboard. */
export function isCommonPassword(password: string): boolean {
  const low = password.trim().toLowerCase();
  if (common.has(low) || common.has(plainWord(low))) return true;
  if (/^(.{1,2})\1+.?$/u.test(low)) return true;
  return low.length >= 4 && straight.some((row) => row.includes(low));
}
